import type { Plugin } from 'vite'

const SOLID = /\/solid-js\/(?:dist\/solid|web\/dist\/web)\.js$/

/** Each variable of Solid that stays empty, because no view has transitions, suspense, schedulers, outside sources or hydration. */
const EMPTY = ['Transition', 'Scheduler', 'ExternalSourceConfig', 'SuspenseContext']
const HYDRATION = ['context', 'registry', 'done', 'effects', 'events', 'count']

const readOf = (names: readonly string[], before = '') =>
  // Linear: the text is one file of Solid, when the client is built.
  new RegExp(String.raw`(?<!delete )\b${before}(?:${names.join('|')})\b(?!\s*=[^=]|\+\+|--)`, 'g')

/** Removes the parts of Solid that this client does not use: 2 % of the first script. Its tests run with what remains. */
export const leanSolid: Plugin = {
  name: 'lean-solid',
  enforce: 'pre',
  transform(code, id) {
    if (!SOLID.test(id)) return null
    const without = code
      // Linear: the text is one file of Solid.
      .replaceAll(new RegExp(String.raw`^let (?:${EMPTY.join('|')})(?: = null)?;$`, 'gm'), '')
      .replaceAll(readOf(EMPTY), 'null')
      // Linear: the text is one file of Solid.
      .replaceAll(/const runningTransition = .*;/g, '')
      .replaceAll(/\brunningTransition\b/g, 'null')
      .replaceAll(readOf(HYDRATION, String.raw`sharedConfig\.`), 'undefined')
      // Linear: the text is one file of Solid.
      .replaceAll(/(?<!function )isHydrating\([^)]*\)/g, 'false')
    return { code: without, map: null }
  },
}
