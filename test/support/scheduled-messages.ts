import { runAlarmAfter } from './alarms'
import { secondsFromNow } from './clock'
import { succeeded, type FieldValue, type Json, type Person } from './person'
import type { Cast } from './realm'

/** Schedules a message, by default for a minute from now, and returns its id. */
export async function scheduleMessage(person: Person, message: Record<string, FieldValue>): Promise<number> {
  const fields = { content: 'Later', scheduled_delivery_timestamp: secondsFromNow(60), ...message }
  return succeeded(await person.post('/scheduled_messages', fields)).scheduled_message_id
}

export const scheduledMessagesOf = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/scheduled_messages')).scheduled_messages

/** Advances the clock, by default by more than a minute, and sends the messages and reminders that are due. */
export const sendDueMessages = ({ realm }: Cast, seconds = 61): Promise<void> => runAlarmAfter(realm, seconds)
