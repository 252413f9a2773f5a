import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { insertOrMoveDeliveryPosition } from '../../accounts/outgoing-webhooks/storage'
import { endAllSessions } from '../../people/sessions/actions'
import { emptyTables } from '../realm-copies/storage'
import type { Restore } from './journal-storage'
import { renumberWaitingRows, skipIds, writeRestoreState } from './storage'

/** What waited at the moment was sent since then, or has expired. Agents may have been ended since then. */
const EMPTIED = [
  'emails',
  'missed_messages',
  'missed_messages_of_users',
  'pushes',
  'push_removals',
  'browser_pushes',
  'webhook_deliveries',
  'webhook_repeats',
  'event_deliveries',
  'confirmations',
  'requested_emails',
  'app_logins',
  'provider_logins',
  'passkey_challenges',
  'agents',
  'agent_codes',
  'agent_tokens',
]

/**
 * Begins to recover, in the first start with the restored state: continues above all ids that the realm had issued, ends
 * sessions and queues, and forgets deliveries. The texts follow as due work.
 */
export function enterRestoredState(realm: Realm, restore: Restore): void {
  const { restore_id, highest_ids } = restore
  logLine('warn', 'restore_began', { realm: realm.name, restore_id, moment: restore.moment })
  realm.transaction(() => {
    skipIds(realm, highest_ids)
    realm.log.skipTo(renumberWaitingRows(realm.sql, realm.log.takeId()))
    realm.listeners.removeAllQueues()
    endAllSessions(realm)
    emptyTables(realm.sql, EMPTIED)
    insertOrMoveDeliveryPosition(realm.sql, realm.messageIds.last)
    const begun = { restore_id, phase: 'recovering', step: 'messages', position: '', report: {} } as const
    writeRestoreState(realm.sql, { ...begun, confirmed_at: 0 })
    realm.cache.invalidateAll()
    realm.outbox.recount()
  })
  realm.timeline.state = 'recovering'
}
