import type { Realm } from '../../../realm'
import type { Attachment } from '../../files/attachments/attachment'
import { rowsHolding } from '../../files/attachments/access'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import type { IndexRow } from '../../messages/message-index/message'
import { isReceivedInProtectedHistory } from '../../messages/access/receipt-rules'
import { periodsOf, subscribersOf } from '../../channels/subscriptions/storage'
import { includesId } from '../../../store/id-set'
import { MessageLocations } from '../../channels/topics/message-locations'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { consenting } from '../../accounts/export-consent/consents'
import type { DataExport } from './data-export'
import { hasAddress, hasChannel, hasFile, hasMessage, type Where, type Whose } from './scope-rules'

/**
 * What is in one export, as things are at this moment: whoever takes their consent back, or makes a channel private, while
 * it is being made is heard from then on. Who consents only then comes too late, so that its parts are of one piece.
 */
export class Scope {
  /** Everyone whose private data is in it. */
  readonly people: readonly number[]
  readonly #whose: Whose
  readonly #places: MessageLocations
  readonly #subscribers = new Map<number, number[]>()

  constructor(
    readonly realm: Realm,
    readonly made: DataExport,
  ) {
    this.people = made.consented.length === 0 ? [] : consenting(realm).filter((id) => includesId(made.consented, id))
    this.#whose = new Set(this.people)
    this.#places = new MessageLocations(realm)
  }

  hasChannel(channel: Channel): boolean {
    return hasChannel(this.#whose, channel, () => this.subscribersOf(channel.stream_id))
  }

  hasMessage(row: IndexRow): boolean {
    return row.id <= this.made.up_to && hasMessage(this.#whose, this.#whereIs(row))
  }

  hasFile(file: Attachment): boolean {
    return hasFile(this.#whose, file.owner_id, () => this.#isHeld(file))
  }

  #isHeld(file: Attachment): boolean {
    for (const row of rowsHolding(this.realm, file)) if (this.hasMessage(row)) return true
    return false
  }

  hasAddress(user: User): boolean {
    return hasAddress(this.#whose, user)
  }

  conversationOf(row: IndexRow): Conversation {
    return this.#places.of(row).conversation
  }

  subscribersOf(stream_id: number): number[] {
    let subscribers = this.#subscribers.get(stream_id)
    if (subscribers === undefined)
      this.#subscribers.set(stream_id, (subscribers = subscribersOf(this.realm, stream_id)))
    return subscribers
  }

  #whereIs(row: IndexRow): Where {
    const { conversation, earlier_channels } = this.#places.of(row)
    const { stream_id } = conversation
    if (stream_id === null) return { people: conversation.people }
    const message = { id: row.id, stream_id, earlier_channels }
    return {
      channel: getChannel(this.realm, stream_id),
      subscribers: () => this.subscribersOf(stream_id),
      holds: (user_id) => isReceivedInProtectedHistory((channel) => periodsOf(this.realm, channel, user_id), message),
    }
  }
}
