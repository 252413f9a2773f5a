// The views compile to calls of this module in place of solid-js/web. Only `template` differs, and each event is delegated
// once, not by each view.
import { delegateEvents } from 'solid-js/web'
import { DELEGATED_EVENTS } from './delegated-events'
import { trustedTypes } from './trusted-types'

export * from 'solid-js/web'

delegateEvents(DELEGATED_EVENTS)

/** The markup of the views. The compiler wrote it, so it contains nothing that a user typed. */
const policy = trustedTypes.createPolicy('view-markup', { createHTML: (html) => html })

/** Returns a function that makes a new copy of the markup. */
export function template(html: string, isImported?: boolean, isSvg?: boolean): () => Node {
  let node: Node | undefined
  const parse = () => {
    const parsed = document.createElement('template')
    parsed.innerHTML = policy.createHTML(html)
    const first = isSvg ? parsed.content.firstChild?.firstChild : parsed.content.firstChild
    if (!first) throw new Error('A view has no markup')
    return first
  }
  const copy = () => {
    node ??= parse()
    return isImported ? document.importNode(node, true) : node.cloneNode(true)
  }
  return Object.assign(copy, { cloneNode: copy })
}
