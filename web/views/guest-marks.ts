import { createEffect, createMemo, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import { printCard } from '../routes/card'
import { laterWords } from '../words/en-later'

/**
 * Writes a mark after the names of guests. Many views draw names, as links to the cards of their users, so a style sheet has the
 * mark for these links. Guests who came by a link always have it, and others if the organization marks guests.
 */
export function markGuests({ isCaughtUp, signal, store, watch }: Client): void {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  createRoot((dispose) => {
    signal.addEventListener('abort', () => {
      dispose()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    })
    const rules = createMemo(() => {
      watch('people')
      watch('settings')
      if (!isCaughtUp()) return ''
      const marked = [...store.state.realm_users].filter(
        ({ is_guest, is_link_guest }) =>
          is_link_guest === true || (is_guest && store.state.realm_enable_guest_user_indicator),
      )
      return rulesFor(marked.map(({ user_id }) => user_id))
    })
    createEffect(() => sheet.replaceSync(rules()))
  })
}

function rulesFor(user_ids: readonly number[]): string {
  if (user_ids.length === 0) return ''
  const links = user_ids.map((id) => `[href="${printCard({ card: 'user', id })}"]`).join(', ')
  return `:is(.sender, .person .name):is(${links}, :is(${links}) *)::after { content: ${JSON.stringify(` (${laterWords.guestMark})`)}; font-weight: normal; opacity: 0.75 }`
}
