export const DOMAIN = 'parley.example'
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }
