import { withAddresses } from './message-rows.ts'
import { ThreadTopics } from './names.ts'
import type { SlackMessage } from './slack-archive.ts'

const DEFAULT_TOPIC = 'imported from Slack'

/** The topics of a channel. They are kept for all its days: answers come later than the message that they answer. */
export class SlackThreads {
  #topics = new Map<string, string>()
  #names = new ThreadTopics()

  topicOf({ ts, thread_ts, reply_count }: SlackMessage, content: string): string {
    const root = thread_ts ?? ((reply_count ?? 0) > 0 ? ts : undefined)
    if (root === undefined) return DEFAULT_TOPIC
    const found = this.#topics.get(root)
    if (found !== undefined) return found
    const start = root === ts ? withAddresses(content) : ''
    const topic = this.#names.take('', Number(root) * 1000, start)
    this.#topics.set(root, topic)
    return topic
  }
}
