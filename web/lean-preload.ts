import type { Plugin, Rolldown } from 'vite'

/** Loads a script, and with it the styles and scripts that it needs. Styles that could not be loaded are tried again the next time. */
const PRELOAD = `
const loads = {}
const add = (file) =>
  file &&
  (loads[file] ??= new Promise((resolve, reject) => {
    const isScript = file.endsWith('.js')
    const link = document.createElement('link')
    link.rel = isScript ? 'modulepreload' : 'stylesheet'
    link.crossOrigin = ''
    link.href = '/' + file
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      delete loads[file]
      reject(new Error('Not loaded: ' + file))
    }
    document.head.append(link)
    if (isScript) resolve()
  }))
export const __vitePreload = (load, files = []) => Promise.all([load(), ...files.map(add)]).then(([module]) => module)
`

/** Replaces what Vite adds for scripts that load later, because this client has no nonces and no old browsers: 1 % of the first script. */
export const leanPreload: Plugin = {
  name: 'lean-preload',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? { code: PRELOAD, moduleSideEffects: false } : null),
}

/** A script was loaded with its own styles and with the scripts that it imports, so it names none of them again. */
export const ownFilesOnce: Plugin = {
  name: 'own-files-once',
  enforce: 'post',
  // After Vite has written the lists.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const present = filesWith(chunk, bundle)
        chunk.code = withoutPresent(chunk.code, present)
      }
    },
  },
}

/** Returns the files that are there when a script runs. */
function filesWith(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file)
  for (const file of chunk.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk') filesWith(imported, bundle, found)
  }
  return found
}

/** Removes files from the list of a script, and from what each of its imports names. */
function withoutPresent(code: string, present: ReadonlySet<string>): string {
  // Linear: the text is one script.
  const [list, inner = ''] = /m\.f=\[([^\]]*)\]/.exec(code) ?? []
  if (list === undefined) return code
  const files = inner.split(',')
  const left = files.filter((file) => !present.has(file.slice(1, -1)))
  const placeOf = (at: string) => left.indexOf(files[Number(at)] ?? '')
  return code
    .replace(list, `m.f=[${left.join()}]`)
    .replaceAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_, places: string) => {
      const named = places
        .split(',')
        .map(placeOf)
        .filter((at) => at !== -1)
      return named.length === 0 ? '[]' : `__vite__mapDeps([${named.join()}])`
    })
}
