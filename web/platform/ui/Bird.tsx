/**
 * The sankofa bird, which looks back for the egg that it came to fetch, on a grid of 32 by 32. The bird has
 * the colour of the text.
 */
export const BirdShape = () => (
  <>
    <path
      d="M4.5 14.2c3 2.8 5.8 3.6 9 3.6h6.3c1.9 0 3.2-1.5 3.2-3.5s-1.3-3.3-3-3.3c-.9 0-1.6.3-2.2.9L14 10.8l3.3-2.5c.8-.9 2-1.3 3.3-1.3 3.6 0 6.4 2.9 6.4 7 0 6-4.6 10.3-10.8 10.3-5.5 0-10-3.6-11.7-10.1z"
      fill="currentColor"
    />
    <path d="M14 24v3.5m5-3.5v3.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <circle cx="11" cy="11.3" r="2.7" fill="#fbbf4d" />
  </>
)
