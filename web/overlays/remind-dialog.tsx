import { useClient } from '../client/use-client'
import { TimeMenu } from '../parts/time-menu'
import { Dialog } from '../parts/dialog'
import { fullTime } from '../parts/time'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'

/** Chooses when the server reminds the user of a message. */
export function RemindDialog(props: { message: Message; close: () => void }) {
  const { ask, setNotice } = useClient()
  async function remind(date: Date): Promise<string | undefined> {
    const scheduled_delivery_timestamp = Math.floor(date.getTime() / 1000)
    try {
      await ask('POST /reminders', { message_id: props.message.id, scheduled_delivery_timestamp })
    } catch (error) {
      return error instanceof Refusal ? error.message : words.unreachable
    }
    setNotice({ text: laterWords.remind.done(fullTime(scheduled_delivery_timestamp)) })
    props.close()
    return undefined
  }
  return (
    <Dialog title={laterWords.remind.title} close={props.close}>
      <TimeMenu title={laterWords.remind.title} choose={remind} close={props.close} />
    </Dialog>
  )
}
