import packed from './top-level-domains.data.json'

/** Whether a domain may end so. `md` and `zip` may, but in a chat they are mostly the names of files. */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set(packed.domains.flatMap((domains) => domains.split(' ')))
  const lowered = label.toLowerCase()
  return (known.has(lowered) && !FILE_EXTENSIONS.has(lowered)) || /^xn--[a-z0-9-]+$/.test(lowered)
}

let known: Set<string> | undefined

const FILE_EXTENSIONS = new Set(['java', 'md', 'mov', 'py', 'zip'])
