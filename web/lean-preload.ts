import type { Plugin, Rolldown } from 'vite'

/**
 * Loads a script, and with it the styles and scripts that it needs: their places in the list of all files, which only this script has.
 * Styles that could not be loaded are tried again the next time.
 */
const PRELOAD = `
const all = LATER_FILES
const loads = {}
const add = (file) =>
  loads[file] ??= new Promise((resolve, reject) => {
    const isScript = file.endsWith('.js')
    const link = document.createElement('link')
    link.rel = isScript ? 'modulepreload' : 'stylesheet'
    link.crossOrigin = ''
    link.href = '/assets/' + file
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      delete loads[file]
      reject(new Error(file))
    }
    document.head.append(link)
    if (isScript) resolve()
  })
export const __vitePreload = (load, places = []) => Promise.all([load(), ...places.map((at) => add(all[at]))]).then(([module]) => module)
`

/** Replaces what Vite adds for scripts that load later, because this client has no nonces and no old browsers: 1 % of the first script. */
export const leanPreload: Plugin = {
  name: 'lean-preload',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? { code: PRELOAD, moduleSideEffects: false } : null),
}

// Linear: the text is one script.
const LIST = /^const __vite__mapDeps=.*?m\.f=\[([^\]]*)\].*\n/m
const USE = /__vite__mapDeps\(\[([\d,]*)\]\)/g

/** Each file that a later script needs is named once, in the first script. A script was loaded with its own files, and names none of them. */
export const filesOnce: Plugin = {
  name: 'files-once',
  enforce: 'post',
  // After Vite has written the lists.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const places = new Map<string, number>()
      const placeOf = (file: string) => places.get(file) ?? places.set(file, places.size).size - 1
      for (const chunk of chunks) {
        const files = LIST.exec(chunk.code)?.[1]?.split(',') ?? []
        const present = filesWith(chunk, bundle)
        const needed = (at: string) => (files[Number(at)] ?? '').slice(1, -1)
        chunk.code = chunk.code.replace(LIST, '').replaceAll(USE, (_, all: string) =>
          JSON.stringify(
            all
              .split(',')
              .map(needed)
              .filter((file) => file !== '' && !present.has(file))
              .map(placeOf),
          ),
        )
      }
      const names = JSON.stringify([...places.keys()].map((file) => file.slice('assets/'.length)))
      for (const chunk of chunks) chunk.code = chunk.code.replace('LATER_FILES', names)
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
