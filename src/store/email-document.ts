import { html, type Html } from '../api/html'

/**
 * The one style sheet of all emails. Its selectors are names of elements, so a program that moves styles into elements can do
 * so. Mail programs without style sheets show plain HTML, and those that have no `prefers-color-scheme` show the light colours.
 */
export const EMAIL_STYLE = `
:root { color-scheme: light dark; }
body {
  margin: 0; padding: 24px 16px; color: #1f2328; background: #fdfdfb;
  font: 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere; word-break: break-word; -webkit-text-size-adjust: 100%;
}
main { display: block; max-width: 600px; margin: 0 auto; }
header { padding-bottom: 12px; margin-bottom: 20px; border-bottom: 1px solid #dcdcd6; font-weight: 600; }
p, ul, ol, table, pre, blockquote { margin: 0 0 16px; }
h1, h2, h3, h4, h5, h6 { margin: 24px 0 8px; font-size: 17px; line-height: 24px; }
a { color: #1a5cb8; }
hr { height: 0; margin: 24px 0 16px; border: 0; border-top: 1px solid #dcdcd6; }
small { font-size: 13px; line-height: 20px; color: #57606a; }
blockquote { padding-inline-start: 12px; border-inline-start: 3px solid #c9c9c2; color: #57606a; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid #b9b9b2; text-align: start; vertical-align: top; }
th, td { overflow-wrap: normal; word-break: normal; }
td a, td code { overflow-wrap: anywhere; word-break: break-word; }
th { background: #f1f1ed; }
code, pre { font: 14px/20px ui-monospace, "SF Mono", "Cascadia Mono", monospace; background: #f1f1ed; border-radius: 4px; }
code { padding: 1px 4px; }
pre { padding: 12px; white-space: pre-wrap; }
pre code { padding: 0; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e4e0; background: #16181d; }
  a { color: #86b6f6; }
  header, hr { border-color: #363a42; }
  small, blockquote { color: #a8adb5; }
  blockquote { border-color: #4a4f58; }
  th, td { border-color: #4a4f58; }
  th, code, pre { background: #22252b; }
}
`

type Facts = { organization: string; language?: string; direction?: 'ltr' | 'rtl'; body: Html }

/** Returns the HTML of an email: a whole document, because only that can have a style sheet. It loads nothing. */
export const emailDocument = ({ organization, language, direction, body }: Facts): string =>
  html`<!doctype html>
<html${attribute('lang', language)}${attribute('dir', direction)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${organization}</title>
<style>${{ markup: EMAIL_STYLE }}</style>
</head>
<body>
<main>
<header dir="auto">${organization}</header>
${body}
</main>
</body>
</html>
`.markup

const attribute = (name: string, value: string | undefined): Html =>
  value === undefined ? { markup: '' } : html`${{ markup: ` ${name}="` }}${value}${{ markup: '"' }}`
