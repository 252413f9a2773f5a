/** A silent client sends a packet in 400 ms (DTX). The others repair the one before (FEC). */
const PARAMETERS = 'usedtx=1;useinbandfec=1'

/** Returns an answer that requests voices that survive lost packets, and cost little in silence. `mid`: where the voice is. */
export const withPauses = (sdp: string, mid: string | null | undefined): string =>
  sdp
    .split(/^(?=m=)/m)
    .map((section) => (section.includes(`\r\na=mid:${mid}\r\n`) ? requesting(section) : section))
    .join('')

function requesting(section: string): string {
  const [line, type] = /a=rtpmap:(\d+) opus.*/i.exec(section) ?? []
  if (line === undefined) return section
  const format = `a=fmtp:${type} `
  return section.includes(format)
    ? section.replace(format, `${format}${PARAMETERS};`)
    : section.replace(line, `${line}\r\n${format}${PARAMETERS}`)
}
