import packed from './language-names.data.json'

/** What clients call a language: `js` is `JavaScript`. A word we do not know is kept, as clients may have a use for it. */
export function languageName(word: string): string {
  names ??= unpack(packed.languages)
  return names.get(word.toLowerCase()) ?? word
}

let names: Map<string, string> | undefined

function unpack(lines: readonly string[]): Map<string, string> {
  const unpacked = new Map<string, string>()
  for (const line of lines) {
    const [name = '', words = ''] = line.split('|')
    for (const word of words.split(' ')) unpacked.set(word, name)
  }
  return unpacked
}
