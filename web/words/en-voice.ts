// The text around voice messages.

import { translated } from './translated'

export const voiceWords = translated('voiceWords', {
  named: (length: string) => `Voice message, ${length}`,
  /** The text of the link, which clients without a player show. */
  link: (length: string) => `Voice message (${length})`,
  play: 'Play',
  pause: 'Pause',
  place: 'Place in the voice message',
  placeOf: (at: string, length: string) => `${at} of ${length}`,
  speed: (rate: number) => `Speed: ${rate} times`,
  times: (rate: number) => `${rate}×`,
  openFile: 'Open the file',
  cannotPlay: 'This browser cannot play the file. Open it to save it.',
  text: 'Text',
  transcribing: 'The language model listens…',
  noWords: 'The language model found no words.',
  recorder: 'Record a voice message',
  asking: 'Allow this page to use the microphone.',
  recording: 'Recording',
  stop: 'Stop recording',
  discard: 'Discard',
  discarded: 'Voice message discarded.',
  longest: (minutes: number) => `A voice message has at most ${minutes} minutes. It is recorded up to here.`,
  largest: (mebibytes: number) => `A file has at most ${mebibytes} MiB. The voice message is recorded up to here.`,
  silent: 'Nothing was recorded. Try again.',
  refused:
    'The browser does not let this page use the microphone. Allow it in the settings of the page, and try again.',
  absent: 'No microphone was found. Connect one, and try again.',
  busy: 'The microphone cannot be used. Another program may use it.',
  impossible: 'This browser cannot record sound.',
  noUploads: 'This organization allows no files, so no voice messages either.',
  sending: (share: string) => `Sending, ${share}`,
  kept: (place: string) => `The voice message to ${place} is not sent yet.`,
})
