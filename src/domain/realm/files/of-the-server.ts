/** What the server says or shows by itself: the same for everyone, and for as long as this version of it runs. */
export const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' }

export const drawing = (svg: string) =>
  new Response(svg, { headers: { ...FOR_A_DAY, 'content-type': 'image/svg+xml' } })
