import { topicName } from './names.mjs'

const DEFAULT_TOPIC = 'imported from Slack'

/** The topics of a channel. They are kept for all its days: answers come later than the message that they answer. */
export class SlackThreads {
  #topics = new Map()
  #taken = new Set()

  /** A thread is a topic, named by its day and the beginning of its first message. */
  topicOf({ ts, thread_ts, reply_count }, content) {
    const root = thread_ts ?? (reply_count > 0 ? ts : undefined)
    if (root === undefined) return DEFAULT_TOPIC
    const found = this.#topics.get(root)
    if (found !== undefined) return found
    const day = new Date(Number(root) * 1000).toISOString().slice(0, 10)
    const start = root === ts ? firstLine(content) : ''
    const topic = this.#free(topicName(`${day} ${start}`, day))
    this.#topics.set(root, topic)
    this.#taken.add(topic.toLowerCase())
    return topic
  }

  #free(requested) {
    let topic = requested
    for (let number = 2; this.#taken.has(topic.toLowerCase()); number++)
      topic = `${[...requested].slice(0, 54).join('')} (${number})`
    return topic
  }
}

const firstLine = (content) =>
  content
    .replaceAll(/[\u{f0000}-\u{f0002}]/gu, '')
    .split('\n')
    .find((line) => line.trim() !== '') ?? ''
