import type { Realm } from '../../../realm'
import { includesId } from '../../../store/id-set'
import { consentingUserIds } from '../../accounts/export-consent/consents'
import type { Channel } from '../../channels/channels/channel'
import { findChannel, getChannel } from '../../channels/channels/storage'
import { periodsOf, subscribersOf } from '../../channels/subscriptions/storage'
import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { MessageLocations, type MessageLocation } from '../../channels/topics/message-locations'
import { messagesWithFile } from '../../files/attachments/access'
import type { Attachment } from '../../files/attachments/attachment'
import type { FormerLocation } from '../../messages/access/access'
import { isReceivedInProtectedHistory } from '../../messages/access/receipt-rules'
import type { IndexRow } from '../../messages/message-index/message'
import { rowsWithIds } from '../../messages/message-index/storage'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { DataExport } from './data-export'
import {
  isChannelExported,
  isEmailExported,
  isFileExported,
  isMessageExported,
  type ConsentingUsers,
  type ConversationAccess,
} from './scope-rules'

/**
 * Decides what is in an export, by the state of the realm at this moment. A user can revoke their consent, or a channel can
 * become private, while the alarm makes the export: its later files respect this. A consent after the request has no effect,
 * because the earlier files of the export lack the user's data.
 */
export class Scope {
  /** The users whose private data is in the export. */
  readonly consentingIds: readonly number[]
  readonly #consenting: ConsentingUsers
  readonly #locations: MessageLocations
  readonly #subscribers = new Map<number, number[]>()

  constructor(
    readonly realm: Realm,
    readonly dataExport: DataExport,
  ) {
    const { consenting_users, is_complete } = dataExport
    if (is_complete) this.consentingIds = allUsers(realm).flatMap((user) => (user.is_system_bot ? [] : [user.user_id]))
    else if (consenting_users.length === 0) this.consentingIds = []
    else this.consentingIds = consentingUserIds(realm).filter((id) => includesId(consenting_users, id))
    this.#consenting = new Set(this.consentingIds)
    this.#locations = new MessageLocations(realm)
  }

  /** A complete export also has what no user can read any more, such as a private channel that all have left. */
  hasChannel(channel: Channel): boolean {
    if (this.dataExport.is_complete) return true
    return isChannelExported(this.#consenting, channel, () => this.subscribersOf(channel.stream_id))
  }

  hasMessage(row: IndexRow): boolean {
    const { last_message_id, is_complete } = this.dataExport
    return row.id <= last_message_id && (is_complete || isMessageExported(this.#consenting, this.#accessTo(row)))
  }

  hasFile(file: Attachment): boolean {
    if (this.dataExport.is_complete) return true
    return isFileExported(this.#consenting, file.owner_id, () => this.#isInExportedMessage(file))
  }

  /** A consenting subscriber of a private channel does not know who left it. */
  hasPeriod({ stream_id, invite_only }: Channel, { user_id }: Pick<SubscriptionPeriod, 'user_id'>): boolean {
    if (this.dataExport.is_complete) return true
    return !invite_only || this.#consenting.has(user_id) || this.subscribersOf(stream_id).includes(user_id)
  }

  /** Returns whether the private data of this user is in the export. */
  hasDataOf(user_id: number): boolean {
    return this.#consenting.has(user_id)
  }

  hasEmail(user: User): boolean {
    return this.dataExport.is_complete || isEmailExported(this.#consenting, user)
  }

  rowOf(id: number): IndexRow | undefined {
    return rowsWithIds(this.realm.sql, [id])[0]
  }

  locationOf(row: IndexRow): MessageLocation {
    return this.#locations.of(row)
  }

  /** Returns whether the export may name the topic in which a message was before a move. */
  canKnowLocation({ id }: { id: number }, { stream_id, moved_in_at_event }: FormerLocation): boolean {
    const channel = findChannel(this.realm, stream_id)
    if (channel === undefined) return false
    if (this.dataExport.is_complete) return true
    const covers = moved_in_at_event === null ? coversMessage : coversEvent
    const place = moved_in_at_event ?? id
    return isMessageExported(this.#consenting, {
      channel,
      subscribers: () => this.subscribersOf(stream_id),
      hasReceived: (user_id) => periodsOf(this.realm, stream_id, user_id).some((period) => covers(period, place)),
    })
  }

  subscribersOf(stream_id: number): number[] {
    let subscribers = this.#subscribers.get(stream_id)
    if (subscribers === undefined)
      this.#subscribers.set(stream_id, (subscribers = subscribersOf(this.realm, stream_id)))
    return subscribers
  }

  #isInExportedMessage(file: Attachment): boolean {
    for (const row of messagesWithFile(this.realm, file)) if (this.hasMessage(row)) return true
    return false
  }

  #accessTo(row: IndexRow): ConversationAccess {
    const { realm } = this
    const { conversation, earlier_channels } = this.#locations.of(row)
    const { stream_id } = conversation
    if (stream_id === null) return { people: conversation.people }
    const message = { id: row.id, stream_id, earlier_channels }
    return {
      channel: getChannel(realm, stream_id),
      subscribers: () => this.subscribersOf(stream_id),
      hasReceived: (user_id) => isReceivedInProtectedHistory((channel) => periodsOf(realm, channel, user_id), message),
    }
  }
}
