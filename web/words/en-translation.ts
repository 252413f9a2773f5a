// The text of the view in which readers of other languages correct the translation.

import { translated } from './translated'

export const translationWords = translated('translationWords', {
  unreviewed: 'No native speaker has reviewed this translation.',
  correct: 'Correct it',
  text: 'Find a text, and write a better one. What is in braces, such as {name}, is replaced. If the text depends on a number, only the words in quotes are text.',
  where:
    'Copy your corrections, and send them as a message to an administrator of your organization. They can report them to the project as an issue.',
  onlyHere: 'Your corrections are only in this browser.',
  find: 'Find a text',
  none: 'No text has these words.',
  copy: (corrections: number) => `Copy corrections (${corrections})`,
  deleteAll: 'Delete corrections',
})
