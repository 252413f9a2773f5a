import type { Playground } from '../../client-state/wire'

const OPERATORS: Record<string, (code: string) => string> = {
  '': encodeURIComponent,
  '+': encodeURI,
  '#': (code) => `#${encodeURI(code)}`,
  '.': (code) => `.${encodeURIComponent(code)}`,
  '/': (code) => `/${encodeURIComponent(code)}`,
  ';': (code) => `;code=${encodeURIComponent(code)}`,
  '?': (code) => `?code=${encodeURIComponent(code)}`,
  '&': (code) => `&code=${encodeURIComponent(code)}`,
}

/** Returns the address of a URL template of RFC 6570 with the only variable that playgrounds have: `code`. */
export const addressOf = (template: string, code: string): string =>
  template.replaceAll(/\{([+#./;?&]?)([^{}]*)\}/g, (_, operator: string, names: string) =>
    names.split(',').some((name) => /^code(?:\*|:\d+)?$/.test(name)) ? (OPERATORS[operator]?.(code) ?? '') : '',
  )

/** Returns the services of the organization that run code of this language. */
export function playgroundsFor(
  playgrounds: readonly Omit<Playground, 'id'>[],
  language = '',
  code: string,
): { name: string; url: string }[] {
  const named = playgrounds.filter(({ pygments_language }) => pygments_language === language)
  return named.flatMap(({ name, url_template }) => {
    const url = addressOf(url_template, code)
    return /^https?:/i.test(url) ? [{ name, url }] : []
  })
}
