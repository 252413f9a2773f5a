const RULES: [pattern: RegExp, text: string][] = [
  [/^\/me\s+/g, ''],
  [/```[\w+.-]*|~~~[\w+.-]*/g, ' '],
  [/<(https?:\/\/[^<>\s]+)>/g, '$1'],
  // The name of a user, a group, a channel or a topic.
  [/@_?\*{1,2}([^*|\n]+)(?:\|\d+)?\*{1,2}/g, '@$1'],
  [/#\*\*([^*>\n]+)>([^*\n]+)\*\*/g, '#$1 › $2'],
  [/#\*\*([^*\n]+)\*\*/g, '#$1'],
  // The text may end in the address of a link.
  [/!?\[([^[\]\n]*)\]\([^()\s]*(?:\)|$)/g, '$1'],
  [/\*\*([^*\n]+)\*\*/g, '$1'],
  [/~~([^~\n]+)~~/g, '$1'],
  [/(?<![*\w])\*(\S(?:[^*\n]*?\S)?)\*(?![*\w])/g, '$1'],
  [/`([^`\n]+)`/g, '$1'],
  [/^[ \t]*(?:[*>+-]|#{1,6}|\d+\.)[ \t]+/gm, ''],
  [/\s+/g, ' '],
]

/** Returns the beginning of a message in Markdown as one line of text, without most marks. It is shown as text. */
export const excerptText = (markdown: string, glyphOf: (name: string) => string | undefined): string =>
  RULES.reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), markdown)
    .replaceAll(/:([\w+-]+):/g, (written, name: string) => glyphOf(name) ?? written)
    .trim()
