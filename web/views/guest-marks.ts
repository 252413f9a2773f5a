import { createEffect, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import { printCard } from '../routes/card'
import { laterWords } from '../words/en-later'

/** The names that many views draw, each as a link to the card of its user, or in one. */
const NAMES = ':is(.sender, .person .name)'

/**
 * Marks the names of guests, wherever a view draws them. Guests who came by a link always have the mark, and others if the organization
 * marks guests. A name gets an attribute when it comes into the page: a style sheet that named the guests would cost each row a
 * comparison with each of them.
 */
export function markGuests({ isCaughtUp, signal, store, watch }: Client): void {
  const sheet = new CSSStyleSheet()
  const text = JSON.stringify(` (${laterWords.guestMark})`)
  sheet.replaceSync(`[data-guest]::after { content: ${text}; font-weight: normal; opacity: 0.75 }`)
  document.adoptedStyleSheets.push(sheet)
  const marks = createMarks()
  createRoot((dispose) => {
    signal.addEventListener('abort', () => {
      dispose()
      marks.show(new Set())
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    })
    createEffect(() => {
      watch('people')
      watch('settings')
      if (!isCaughtUp()) return
      const { realm_users, realm_enable_guest_user_indicator: marksAll } = store.state
      const marked = [...realm_users].filter(({ is_guest, is_link_guest }) => is_link_guest || (is_guest && marksAll))
      marks.show(new Set(marked.map(({ user_id: id }) => printCard({ card: 'user', id }))))
    })
  })
}

/** Keeps the attribute of the names in the page up to date. */
function createMarks() {
  let links: ReadonlySet<string> = new Set()
  const mark = (name: Element) => {
    name.toggleAttribute('data-guest', links.has(name.closest('[href]')?.getAttribute('href') ?? ''))
  }
  const markIn = (root: Element) => {
    if (root.matches(NAMES)) mark(root)
    for (const name of root.querySelectorAll(NAMES)) mark(name)
  }
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'attributes' ? [target] : addedNodes) if (node instanceof Element) markIn(node)
  })
  return {
    /** Marks the names whose links are these, and no others, from now on. */
    show(next: ReadonlySet<string>) {
      if (next.size === links.size && [...next].every((link) => links.has(link))) return
      links = next
      observer.disconnect()
      markIn(document.body)
      if (links.size > 0)
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] })
    },
  }
}
