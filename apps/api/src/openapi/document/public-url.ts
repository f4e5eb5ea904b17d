/** What addresses in examples begin with; a deployment has its own. */
export const PUBLIC_URL = 'https://api.example.com';
