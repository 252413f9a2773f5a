import packed from './top-level-domains.data.json'

/** Returns whether a domain may end in this label. `md` and `zip` are excluded: in a chat they are mostly file names. */
export function isTopLevelDomain(label: string): boolean {
  domains ??= new Set(packed.domains.flatMap((line) => line.split(' ')))
  const lowercase = label.toLowerCase()
  return (domains.has(lowercase) && !FILE_EXTENSIONS.has(lowercase)) || /^xn--[a-z0-9-]+$/.test(lowercase)
}

let domains: Set<string> | undefined

const FILE_EXTENSIONS = new Set(['java', 'md', 'mov', 'py', 'zip'])
