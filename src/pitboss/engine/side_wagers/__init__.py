"""Side wagers: when each is paid or taken, and the prizes, meters and checks behind that."""
