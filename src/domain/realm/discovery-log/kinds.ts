/** What the log of discovery records, and the names of its details. */
export const DISCOVERY_KINDS = {
  searchers_changed: 'Who may search everything: `old`, `new`. The audit log of the organization has it, too.',
  hold_created: 'A hold: `hold_id`, `name`, `reason`, `user_ids`, `stream_ids`, `sent_from`, `sent_before`.',
  hold_ended: 'A hold: `hold_id`, `name`, and the `reason` for its end.',
  held_person_erased: 'A person of a hold erased the own account. What is held stays: `hold_ids`.',
  everything_searched: 'A search over everything: `reason`, `narrow`, `sent_from`, `sent_before`.',
  search_exported: 'An export of the result of a search: `search_id`, `export_id`, `reason`.',
  export_made: 'The server made an export: `export_id`, its `messages`, and the `sha256` of its list of files.',
  export_removed: 'An export was deleted: `export_id`.',
} as const

export type DiscoveryKind = keyof typeof DISCOVERY_KINDS
