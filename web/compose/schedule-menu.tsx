import { useClient } from '../client/use-client'
import { fullTime } from '../parts/time'
import type { Conversation } from '../store/conversations'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { TimeMenu } from '../parts/time-menu'

type Props = {
  ready: () => { to: Conversation; content: string } | undefined
  done: (to: Conversation) => void
  close: () => void
}

/** Chooses when the server sends the message. */
export function ScheduleMenu(props: Props) {
  const { ask, setNotice } = useClient()
  async function schedule(date: Date): Promise<string | undefined> {
    const message = props.ready()
    if (message === undefined) return laterWords.schedule.nothing
    const { to, content } = message
    const place =
      to.view === 'direct'
        ? { type: 'direct' as const, to: to.user_ids }
        : { type: 'channel' as const, to: to.stream_id, topic: to.topic }
    const scheduled_delivery_timestamp = Math.floor(date.getTime() / 1000)
    try {
      await ask('POST /scheduled_messages', { ...place, content, scheduled_delivery_timestamp })
    } catch (error) {
      return error instanceof Refusal ? error.message : words.unreachable
    }
    props.close()
    props.done(to)
    setNotice({ text: laterWords.schedule.done(fullTime(scheduled_delivery_timestamp)) })
    return undefined
  }
  return <TimeMenu title={laterWords.schedule.title} choose={schedule} close={() => props.close()} />
}
