import { createMemo } from 'solid-js'
import type { UnreadConversation } from '../store/conversations'
import type { Triage } from './triage'

/** A section of the list: what is for the user, the followed topics, each channel by its id, and what was kept. */
export type Section = 'first' | 'followed' | 'kept' | number

/** Returns the sections of the list in their order, and the conversations of each. */
export function createSections(triage: Triage, entries: () => UnreadConversation[]) {
  const bySection = createMemo(() => Map.groupBy(entries(), (entry) => sectionOf(triage, entry)))
  return {
    sections: () => [...bySection().keys()].sort((a, b) => Number(a === 'kept') - Number(b === 'kept')),
    entriesOf: (section: Section) => bySection().get(section) ?? [],
  }
}

function sectionOf(triage: Triage, entry: UnreadConversation): Section {
  if (triage.isKept(entry)) return 'kept'
  if (entry.route.view === 'direct' || entry.mentions > 0) return 'first'
  return entry.isFollowed ? 'followed' : entry.route.stream_id
}
