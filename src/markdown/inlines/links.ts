import { type Element, type Node, inline, isElement, isHole } from '../html/tree'
import type { Rung, Scope } from './inline-construct'
import { closingBrackets, targetAt } from './link-destinations'
import { type Held, hold, plain, unfolded } from './node-tokens'
import { linkAddress } from './safe-href'

/** `[words](address "title")`. There are no `![pictures](…)`, and no `[references][1]`. */
export const links: Rung = (text, { scope, held }) => {
  if (!text.includes('](')) return text
  const closers = closingBrackets(text)
  let attempts = MAX_UNFINISHED
  let parsed = ''
  let position = 0
  for (let start = text.indexOf('['); start >= 0; start = text.indexOf('[', Math.max(start + 1, position))) {
    const close = closers.get(start)
    if (close === undefined || text.charAt(close + 1) !== '(' || text.charAt(start - 1) === '!') continue
    const target = targetAt(text, close + 2)
    if (!target) {
      attempts -= 1
      if (attempts === 0) break
      continue
    }
    const link = linkElement({ ...target, words: text.slice(start + 1, close) }, scope, held)
    if (!link) continue
    parsed += text.slice(position, start) + hold(held, link)
    position = target.end
  }
  return parsed + text.slice(position)
}

/** Each `[words](` that nothing closes is looked for to the end of the text, so that is done only so often. */
const MAX_UNFINISHED = 50

type Written = { words: string; address: string; title: string | undefined }

/** Nothing in a link's words is parsed any more, but what stronger constructs found there is shown. */
function linkElement({ words, address, title }: Written, scope: Scope, held: Held): Element | undefined {
  const href = linkAddress(plain(address, held), scope.settings.realm_url)
  if (href === undefined) return undefined
  const children: Node[] = words.trim() === '' ? [href] : unlinked(unfolded(words, held))
  const attributes: Record<string, string> = title === undefined ? { href } : { href, title: plain(title, held) }
  return inline('a', attributes, children)
}

/** A link in a link would end the outer one in any browser, so the outer one wins. */
const unlinked = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (isHole(node)) {
      const fallback = unlinked(node.fallback)
      const isLink = node.reference.kind === 'channel' || node.reference.kind === 'topic'
      return isLink ? fallback : [{ ...node, fallback }]
    }
    if (!isElement(node)) return [node]
    const children = unlinked(node.children)
    return node.tag === 'a' ? children : [{ ...node, children }]
  })
