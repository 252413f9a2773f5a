// The texts of the settings of the language model.

import { translated } from './translated'

export const modelWords = translated('modelWords', {
  goesWhere:
    'Messages that a user asks to summarize or to translate are sent to this model. Nothing is sent before owners choose one.',
  key: 'Key',
  keyText: 'The server sends it to the chosen address only. It is never shown here.',
  keyFor: (server: string) => `There is a key for ${server}.`,
  noKey: 'There is no key.',
  saveKey: 'Save the key',
  try: 'Try',
  tryText: 'Asks the model for one word. It reads nothing of the organization.',
  tryButton: 'Ask the model',
  answered: (text: string) => `The model answered: ${text}`,
  usage: 'Questions and tokens',
  usageText: 'The last 30 days in UTC. The provider of the model says what a token costs.',
  none: 'The model had no questions yet.',
  heads: {
    day: 'Day',
    requests: 'Questions',
    failures: 'Failed',
    input_tokens: 'Tokens read',
    output_tokens: 'Tokens written',
  },
})
