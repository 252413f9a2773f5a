import type { ReadOnlyRealm, Realm } from '../../../realm'
import { CALLS_PER_ACCOUNT } from './rules'

/** A call of a tool. `message_id` is the message that the tool wrote or changed. */
export type AgentCall = {
  call_id: number
  agent_id: number | null
  client: string
  tool: string
  is_refused: boolean
  message_id: number | null
  at: number
}

/** Adds a call of a user's agent, and deletes the oldest ones of the user. */
export function insertCall(realm: Realm, user_id: number, call: Omit<AgentCall, 'call_id' | 'at'>): void {
  realm.sql.run`
    DELETE FROM agent_calls WHERE call_id IN (
      SELECT call_id FROM agent_calls WHERE user_id = ${user_id}
      ORDER BY call_id DESC LIMIT -1 OFFSET ${CALLS_PER_ACCOUNT - 1})`
  realm.sql.run`
    INSERT INTO agent_calls (user_id, agent_id, client, tool, is_refused, message_id, at)
    VALUES (${user_id}, ${call.agent_id}, ${call.client}, ${call.tool}, ${call.is_refused}, ${call.message_id},
            ${realm.now()})`
}

/** Returns the calls of a user's agents, the newest first. */
export const callsOf = (realm: ReadOnlyRealm, user_id: number, limit: number): AgentCall[] =>
  realm.sql.all<Omit<AgentCall, 'is_refused'> & { is_refused: number }>`
    SELECT call_id, agent_id, client, tool, is_refused, message_id, at FROM agent_calls
    WHERE user_id = ${user_id} ORDER BY call_id DESC LIMIT ${limit}`.map((row) => ({
    ...row,
    is_refused: row.is_refused === 1,
  }))
