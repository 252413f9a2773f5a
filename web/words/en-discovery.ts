// The text about holds and searches over everything.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const discoveryWords = translated('discoveryWords', {
  notAllowed: 'Under Permissions, owners choose which of them search everything.',
  holds: 'Holds',
  holdsText: 'A hold keeps messages and files that are deleted from now on. No one else notices it.',
  noHolds: 'There are no holds.',
  newHold: 'New hold',
  name: 'Name',
  reason: 'Reason',
  people: 'People. None: everyone',
  channels: 'Channels. None: everywhere',
  from: 'Sent from',
  before: 'Sent before',
  everything: 'All messages',
  end: 'End the hold',
  endText: 'What only this hold keeps is deleted.',
  search: 'Search everything',
  searchText:
    'All channels and direct messages, with earlier texts, and deleted messages that a hold keeps. The log has the reason and the search.',
  words: 'Words',
  onlyDeleted: 'Only deleted messages',
  found: (messages: number, isMore: boolean) => `Messages: ${messages}${isMore ? ', and more' : ''}`,
  deleted: (time: string) => `Deleted: ${time}`,
  until: (time: string) => `Text until ${time}:`,
  files: (names: string) => `Files: ${names}`,
  exportResult: 'Export the result',
  exports: 'Exports of results',
  exportsText: 'Each message and each file has a hash. The server deletes an export after 30 days.',
  look: 'Look again',
  log: 'Log',
  logText: 'No one can change or shorten it. Only those who search everything read it.',
  kinds: record({
    searchers_changed: 'Who may search',
    hold_created: 'New hold',
    hold_ended: 'End of a hold',
    held_person_erased: 'Held person erased',
    everything_searched: 'Search',
    search_exported: 'Export requested',
    export_made: 'Export made',
    export_removed: 'Export deleted',
  }),
})
