import { PLACEHOLDER_PATH } from '../../../markdown/template'

export const PLACEHOLDER_URL = PLACEHOLDER_PATH

/** Three dots, which fade one after the other. */
export const PLACEHOLDER_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20" fill="#888">' +
  [10, 30, 50]
    .map(
      (x, index) =>
        `<circle cx="${x}" cy="10" r="5"><animate attributeName="opacity" values="1;.2;1" dur="1.2s" ` +
        `begin="${index * 0.2}s" repeatCount="indefinite"/></circle>`,
    )
    .join('') +
  '</svg>'
