import type { Plugin } from 'vite'
import { DELEGATED_EVENTS } from './look/delegated-events.ts'

// Linear: the text is one module of this client.
const CALL = /^_\$delegateEvents\(\[([^\]]*)\]\);$/gm

/** Views do not name the events that they handle at the document: `look/trusted-dom.ts` names all of them once. */
export const delegateOnce: Plugin = {
  name: 'delegate-once',
  enforce: 'post',
  transform(code, id) {
    if (!id.endsWith('.tsx')) return null
    for (const [, names = ''] of code.matchAll(CALL))
      for (const name of names.split(/[",\s]+/).filter(Boolean))
        if (!DELEGATED_EVENTS.includes(name)) throw new Error(`${id} handles ${name}: see web/look/delegated-events.ts`)
    return { code: code.replaceAll(CALL, ''), map: null }
  },
}
