import { trustedTypes } from '../look/trusted-types'

/** The server rendered and escaped this HTML. This is the only place where it enters the page. */
const policy = trustedTypes.createPolicy('server-html', { createHTML: (html) => html })

/** Returns the server's HTML as nodes that are in no document yet: they load no pictures. */
export function partsOf(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(html)
  return template.content
}
