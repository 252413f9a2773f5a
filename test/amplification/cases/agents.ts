import { CURRENT, META } from '../../support/agents'
import type { Cases } from '../case'

/** A page of the messages of a channel, as large as an answer may be. */
const READING = { channel: 'general', before: 100, content_chars: 4000 }

export const agentCases: Cases = {
  'POST site:/mcp': ({ cast }) => ({
    sender: cast.ada,
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': CURRENT,
      'mcp-method': 'tools/call',
      'mcp-name': 'get_messages',
    },
    fields: {},
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_messages', arguments: READING, _meta: META },
    }),
  }),
}
