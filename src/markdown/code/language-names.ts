import packed from './language-names.data.json'

/** Returns the name of a language for clients: `JavaScript` for `js`. An unknown alias is returned as it is. */
export function languageName(alias: string): string {
  namesByAlias ??= unpack(packed.languages)
  return namesByAlias.get(alias.toLowerCase()) ?? alias
}

let namesByAlias: Map<string, string> | undefined

function unpack(lines: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const line of lines) {
    const [name = '', aliases = ''] = line.split('|')
    for (const alias of aliases.split(' ')) names.set(alias, name)
  }
  return names
}
