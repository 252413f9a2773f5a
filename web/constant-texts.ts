import type { Plugin } from 'vite'

// Linear: the text is one file of this client.
const IMPORT = /^import \{([^}]*)\} from '[./]*\/words\/[\w-]+'/gm

const MARKER = '/*@once*/'
/** Solid takes one marker away with each element around the text that is the content of a component. */
const MAX_DEPTH = 6

/**
 * Tells Solid that texts of the catalogue do not change: a view begins when its texts are there, and another language starts the
 * client again. Otherwise each text has an effect or a getter, in the script and in memory.
 */
export const constantTexts: Plugin = {
  name: 'constant-texts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.tsx')) return null
    const imported = [...code.matchAll(IMPORT)].flatMap(([, names = '']) => localNames(names))
    if (imported.length === 0) return null
    // Linear: the text is one file of this client.
    const text = new RegExp(String.raw`(?<!\$)\{((?:${imported.join('|')})(?:\.\w+)+)\}`, 'g')
    return { code: code.replaceAll(text, `{${MARKER.repeat(MAX_DEPTH)}$1}`), map: null }
  },
}

/** Returns the names that an import has in its file: `{ a, b as c }` has `a` and `c`. */
const localNames = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim().split(' ').at(-1) ?? '')
    .filter((name) => name !== '')
