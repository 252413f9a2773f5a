import type { Client } from '../client/client'
import { mayMove } from '../store/may-act'
import { overlayWords as words } from '../words/en-overlays'
import type { Overlay } from '../base/overlay'

/** A key opens what the menu would not offer. Returns why the server would refuse it. */
export function refusalOf({ channelOf, store }: Client, overlay: Overlay): string | undefined {
  const { state } = store
  if (overlay.kind === 'move') return mayMove(state, channelOf(overlay.topic.stream_id)) ? undefined : words.mayNotMove
  if (overlay.kind === 'receipts') return state.realm_enable_read_receipts ? undefined : words.receiptsAreOff
  if (overlay.kind !== 'history') return undefined
  if (state.realm_message_edit_history_visibility_policy === 'none') return words.historyIsOff
  return overlay.message.last_edit_timestamp === undefined ? words.neverEdited : undefined
}
