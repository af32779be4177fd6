"""Side wagers: settlement, prizes, meters and checks of payouts."""
