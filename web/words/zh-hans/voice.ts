// The text around voice messages, in Simplified Chinese.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('zh-Hans')

export const voiceWords: typeof English = {
  named: (length: string) => `语音消息，${length}`,
  link: (length: string) => `语音消息 (${length})`,
  play: '播放',
  pause: '暂停',
  place: '语音消息中的位置',
  placeOf: (at: string, length: string) => `${at}，共 ${length}`,
  speed: (rate: number) => `速度：${decimal.format(rate)} 倍`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: '打开文件',
  cannotPlay: '此浏览器无法播放该文件。请打开并保存它。',
  text: '文字',
  transcribing: '语言模型正在听…',
  noWords: '语言模型没有听到任何话。',
  recorder: '录制语音消息',
  asking: '请允许此页面使用麦克风。',
  recording: '正在录音',
  stop: '停止录音',
  discard: '放弃',
  discarded: '已放弃语音消息。',
  longest: (minutes: number) => `语音消息最长 ${minutes} 分钟。已录到此处。`,
  largest: (mebibytes: number) => `文件最大 ${mebibytes} MiB。语音消息已录到此处。`,
  silent: '没有录到声音。请重试。',
  refused: '浏览器不允许此页面使用麦克风。请在页面设置中允许，然后重试。',
  absent: '未找到麦克风。请连接一个，然后重试。',
  busy: '麦克风无法使用。可能有其他程序正在使用它。',
  impossible: '此浏览器无法录音。',
  noUploads: '此组织不允许文件，因此也不能发送语音消息。',
  sending: (share: string) => `正在发送，${share}`,
  kept: (place: string) => `发给 ${place} 的语音消息尚未发送。`,
}
