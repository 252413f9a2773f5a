/** Returns a message as an export of Slack has it: by the user U1, so many seconds after the beginning of 2019. */
export const say = (text: string, seconds: number, more: object = {}) => ({
  type: 'message',
  user: 'U1',
  text,
  ts: `${1_546_300_800 + seconds}.000100`,
  ...more,
})
