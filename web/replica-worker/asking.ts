import type { AnswerOf } from '../../client-state/wire'
import type { AskReplica } from '../replica/ask'

/** The server says that the session has ended. */
export class SessionOver extends Error {}

/** Returns what sends the requests of a replica. It is smaller than what sends those of the page: what fails is repeated later. */
export const askFrom =
  (api: string, session: string): AskReplica =>
  async (route, parameters) => {
    const fields = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, JSON.stringify(value)]],
    )
    const response = await fetch(api + route.replace('POST ', ''), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'x-parley-session': session },
      body: new URLSearchParams(fields),
    })
    if (response.status === 401) throw new SessionOver()
    if (!response.ok) throw new Error('The server refuses')
    const answer: AnswerOf<typeof route> = await response.json()
    return answer
  }
