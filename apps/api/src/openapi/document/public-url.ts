/** Base URL of the examples; every deployment has its own. */
export const PUBLIC_URL = 'https://api.example.com';
