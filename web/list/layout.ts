import { daysAgo } from '../parts/time'
import { keyOfRoute } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'

/** What is above a row, and whether the row repeats the name of its sender. */
export type RowLayout = {
  startsDay: boolean
  startsNew: boolean
  /** How many messages are below the line, where the list knows them all. */
  newCount: number
  startsConversation: boolean
  isSame: boolean
}

const GROUP_SECONDS = 600

type Context = { ownId: number; firstNew: number | undefined; newCount: number; namesConversations: boolean }

/** Returns the layout of a row from the message above it. */
export function layoutOf(message: Message, above: Message | undefined, context: Context): RowLayout {
  const startsDay = above === undefined || daysAgo(above.timestamp) !== daysAgo(message.timestamp)
  const startsNew = message.id === context.firstNew
  const startsConversation =
    context.namesConversations && (startsDay || keyOf(above, context.ownId) !== keyOf(message, context.ownId))
  const continues =
    above !== undefined &&
    above.sender_id === message.sender_id &&
    message.timestamp - above.timestamp < GROUP_SECONDS &&
    !above.is_me_message &&
    !message.is_me_message
  return {
    startsDay,
    startsNew,
    newCount: startsNew ? context.newCount : 0,
    startsConversation,
    isSame: continues && !startsDay && !startsNew && !startsConversation,
  }
}

const keyOf = (message: Message, ownId: number) => keyOfRoute(conversationOf(message, ownId))
