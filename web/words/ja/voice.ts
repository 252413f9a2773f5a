// The text around voice messages, in Japanese.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('ja')

export const voiceWords: typeof English = {
  named: (length: string) => `ボイスメッセージ、${length}`,
  link: (length: string) => `ボイスメッセージ (${length})`,
  play: '再生',
  pause: '一時停止',
  place: 'ボイスメッセージの再生位置',
  placeOf: (at: string, length: string) => `${length} 中 ${at}`,
  speed: (rate: number) => `速度: ${decimal.format(rate)} 倍`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: 'ファイルを開く',
  cannotPlay: 'このブラウザーではファイルを再生できません。開いて保存してください。',
  text: 'テキスト',
  transcribing: '言語モデルが聞いています…',
  noWords: '言語モデルには言葉が聞き取れませんでした。',
  recorder: 'ボイスメッセージを録音',
  asking: 'このページにマイクの使用を許可してください。',
  recording: '録音中',
  stop: '録音を停止',
  discard: '破棄',
  discarded: 'ボイスメッセージを破棄しました。',
  longest: (minutes: number) => `ボイスメッセージは最長 ${minutes} 分です。ここまで録音されました。`,
  largest: (mebibytes: number) => `ファイルは最大 ${mebibytes} MiB です。ボイスメッセージはここまで録音されました。`,
  silent: '何も録音されませんでした。もう一度お試しください。',
  refused: 'ブラウザーがこのページにマイクの使用を許可していません。ページの設定で許可して、もう一度お試しください。',
  absent: 'マイクが見つかりません。接続して、もう一度お試しください。',
  busy: 'マイクを使用できません。別のプログラムが使用している可能性があります。',
  impossible: 'このブラウザーでは録音できません。',
  noUploads: 'この組織ではファイルが許可されていないため、ボイスメッセージも送れません。',
  sending: (share: string) => `送信中、${share}`,
  kept: (place: string) => `${place} へのボイスメッセージはまだ送信されていません。`,
}
