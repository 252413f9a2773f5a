// The text that views read. The English text is in the scripts of the views; another language replaces it when it is loaded.

const replaceable: Record<string, object> = {}
const loaded: Record<string, object> = {}
const english: Record<string, object> = {}

/** Returns a part of the catalogue: the English text, or what replaces it. `name` is its name in `catalogue.ts`. */
export const translated = <Text extends object>(name: string, text: Text): Text => {
  english[name] ??= { ...text }
  return Object.assign((replaceable[name] = text), loaded[name])
}

/** Returns the English texts of a part that is loaded, whatever replaced them. */
export const englishOf = (name: string): object => english[name] ?? {}

/** Replaces texts, also of views that load later. */
export function replaceText(texts: object): void {
  Object.assign(loaded, texts)
  for (const name in replaceable) Object.assign(replaceable[name]!, loaded[name])
}
