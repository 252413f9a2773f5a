import { dayOf, SECONDS_PER_DAY } from '../../../store/days'

const SECOND_OF_DAY = 18 * 3600
const DAYS_PER_WEEK = 7
// The first day of 1970 was a Thursday.
const WEEKDAY_OF_FIRST_DAY = 3

/** Users who were not there for so long get a digest, and it is about this time. */
export const AWAY_SECONDS = 5 * SECONDS_PER_DAY

/** Returns when the next digests are sent: at 18:00 UTC on this day of the week. 0 is Monday. */
export function nextDigestTime(now: number, weekday: number): number {
  const today = dayOf(now)
  const daysAhead = (weekday - ((today + WEEKDAY_OF_FIRST_DAY) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK
  const at = (today + daysAhead) * SECONDS_PER_DAY + SECOND_OF_DAY
  return at > now ? at : at + DAYS_PER_WEEK * SECONDS_PER_DAY
}

/** What happened in a topic: how many messages people wrote, who they are, and the first messages. */
export type TopicActivity = { conversation_id: number; count: number; sender_ids: number[]; first_ids: number[] }

const MAX_TOPICS = 4
const DIVERSE_TOPICS = 2

/** Returns the topics of a digest: two with the most different people, and then those with the most messages. */
export function chooseTopics(topics: readonly TopicActivity[]): TopicActivity[] {
  const byPeople = topics.toSorted((a, b) => b.sender_ids.length - a.sender_ids.length || b.count - a.count)
  const diverse = byPeople.slice(0, DIVERSE_TOPICS)
  const others = topics.filter((topic) => !diverse.includes(topic)).toSorted((a, b) => b.count - a.count)
  return [...diverse, ...others].slice(0, MAX_TOPICS)
}
